/* Messages between annotators and leads about an item. */

import { body, client, type CallOptions, withOptions } from "./client";
import type { Listing, Message, Thread } from "./types";

/** The thread of an item and an annotator; without a name, the user's own. */
export interface ThreadPlace {
  slug: string;
  item: number;
  annotator?: string;
}

/** Returns the messages, oldest first, and marks them as seen. */
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

/** Sends a message. The same `message_id` with the same text is the same message. */
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

/** Returns the threads, the newest message first: for leads those of the project, for annotators their own. */
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
