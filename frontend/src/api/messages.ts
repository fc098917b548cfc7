/* What annotators and leads write to each other about an item. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { Listing, Message, Thread } from "./types";

/** A thread belongs to an item and an annotator: without a name it is one's own. */
export interface ThreadPlace {
  slug: string;
  item: number;
  annotator?: string;
}

/** Oldest first. What is read here counts as seen. */
export function getMessages(
  { slug, item, annotator }: ThreadPlace,
  query: { cursor?: string },
  options?: CallOptions,
): Promise<Listing<Message>> {
  return body(
    client.GET("/api/v1/projects/{slug}/items/{item}/messages/", {
      params: { path: { slug, item }, query: { ...query, ...(annotator !== undefined && { annotator }) } },
      ...withOptions({ ...options, keepPage: true }),
    }),
  );
}

/** The same `message_id` with the same text is the same message. */
export function sendMessage(
  { slug, item, annotator }: ThreadPlace,
  message: { message_id: string; text: string },
): Promise<Message> {
  return body(
    client.POST("/api/v1/projects/{slug}/items/{item}/messages/", {
      params: { path: { slug, item } },
      body: { ...message, annotator: annotator ?? "" },
      ...withOptions({ keepPage: true }),
    }),
  );
}

/** Those with the newest message first: for leads all of the project, for annotators their own. */
export function getThreads(
  slug: string,
  query: { waiting?: boolean; item?: number; cursor?: string } = {},
  options?: CallOptions,
): Promise<Listing<Thread>> {
  return body(
    client.GET("/api/v1/projects/{slug}/messages/", {
      params: { path: { slug }, query },
      ...withOptions(options),
    }),
  );
}
