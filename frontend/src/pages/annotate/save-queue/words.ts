import type { AnnotationState } from "../../../api/types";
import type { SaveState } from "../../../saving/saveProtocol";
import { t } from "../../../i18n/annotate";
import { refusalWords } from "./refusals";

/** Why something has not been sent. */
export function stateWords(state: SaveState<AnnotationState>): string {
  switch (state.kind) {
    case "retrying":
      return t(`outbox.state.${state.because}`);
    case "signed-out":
      return t("outbox.state.signedout");
    case "conflict":
      return t("outbox.state.conflict");
    case "refused":
      return refusalWords(state.refusal);
    default:
      return t("outbox.state.waiting");
  }
}
