/* English for every test file, once its imports have registered their tables. */

import { beforeAll } from "vitest";
import { textsReady } from ".";

beforeAll(textsReady);
