/* API calls typed by the generated `paths`: methods of an address, parameters, body and response. It covers what Morel needs of
   openapi-fetch at a quarter of its size. */

import { ApiProblem, isAbort, NetworkFailure } from "./problem";
import type { paths } from "./schema";

type Verb = "get" | "post" | "put" | "patch" | "delete";
type Addresses<V extends Verb> = {
  [P in keyof paths]: undefined extends paths[P][V] ? never : P;
}[keyof paths];

type Query<O> = O extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;
type Path<O> = O extends { parameters: { path: infer P } } ? P : never;
type Parameters<O> = ([Path<O>] extends [never] ? unknown : { path: Path<O> }) &
  ([Query<O>] extends [never] ? unknown : { query?: Query<O> });
type Json<C> = C extends { content: { "application/json": infer Body } } ? Body : never;
type Body<O> = O extends { requestBody: infer B }
  ? { body: Json<B> }
  : O extends { requestBody?: infer B }
    ? { body?: Json<NonNullable<B>> }
    : unknown;
type Answer<O> = O extends { responses: infer R } ? Json<R[keyof R & (200 | 201 | 202)]> : never;

type Send = (request: Request) => Promise<Response>;
/** Returns the body of a response that is known without a request, or undefined. */
type Delivered = (method: string, path: string) => unknown;
type Init<O> = Omit<RequestInit, "body" | "method"> & {
  /** Another way to send than the client's own. */
  fetch?: Send;
} & Body<O> &
  ([Path<O>] extends [never] ? { params?: Parameters<O> } : { params: Parameters<O> });

type Call<V extends Verb> = <P extends Addresses<V>>(
  address: P,
  ...[init]: object extends Init<paths[P][V]> ? [init?: Init<paths[P][V]>] : [init: Init<paths[P][V]>]
) => Promise<{ data?: Answer<paths[P][V]>; response: Response }>;

type Value = string | number | boolean | undefined;
type AnyInit = Omit<RequestInit, "body" | "method"> & {
  fetch?: Send;
  body?: unknown;
  params?: {
    path?: Readonly<Record<string, string | number>>;
    /** A parameter with several values is repeated. */
    query?: Readonly<Record<string, Value | readonly Value[]>>;
  };
};

export type Client = { [V in Verb as Uppercase<V>]: Call<V> };

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

export function createClient(send: Send, delivered: Delivered): Client {
  const calls = methods.map((method) => [method, caller(method, send, delivered)]);
  // Where the types begin: a caller itself would send anything anywhere.
  const client: Client = Object.fromEntries(calls);
  return client;
}

function caller(method: string, ordinary: Send, delivered: Delivered) {
  return async (address: string, { fetch: send = ordinary, body, params, ...init }: AnyInit = {}) => {
    const url = addressOf(address, params);
    const sent = body === undefined ? "" : JSON.stringify(body);
    if (send === ordinary) {
      const data = delivered(method, `${url.pathname}${url.search} ${sent}`.trim());
      if (data !== undefined) return { data, response: new Response() };
    }
    const request = new Request(url, {
      ...init,
      method,
      ...(sent && { body: sent }),
    });
    if (sent) request.headers.set("Content-Type", "application/json");
    const response = await send(request);
    return response.status === 204 ? { response } : { data: await read(response), response };
  };
}

function addressOf(template: string, { path, query }: NonNullable<AnyInit["params"]> = {}): URL {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path?.[name] ?? ""));
  const url = new URL(filled, location.origin);
  for (const [name, given] of Object.entries(query ?? {})) {
    for (const value of [given].flat()) {
      if (value !== undefined) url.searchParams.append(name, String(value));
    }
  }
  return url;
}

/** Returns the JSON of a response. A truncated or malformed one is a failure. The caller may still abort. */
async function read(response: Response): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    throw isAbort(cause) ? cause : new NetworkFailure("the answer broke off", { cause });
  });
  try {
    const data: unknown = JSON.parse(text);
    return data;
  } catch {
    const { status } = response;
    throw new ApiProblem({ type: "about:blank", title: "", status, detail: "", errors: [] });
  }
}
