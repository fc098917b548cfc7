/* The user's own notifications. */

import { body, client, withOptions } from "./client";
import type { NotificationChannels, NotificationList, NotificationSettings } from "./types";

export function getNotifications(): Promise<NotificationList> {
  return body(client.GET("/api/v1/notifications/"));
}

/** Returns the number of unread notifications. */
export async function getUnread(): Promise<number> {
  const { unread } = await body(client.GET("/api/v1/notifications/unread/", withOptions({ keepPage: true })));
  return unread;
}

/** Marks notifications of a list as read, and returns how many are unread then. */
export async function markRead(ids: number[], as_of: string): Promise<number> {
  const { unread } = await body(client.POST("/api/v1/notifications/read/", { body: { ids, as_of } }));
  return unread;
}

export function getNotificationSettings(): Promise<NotificationSettings> {
  return body(client.GET("/api/v1/notifications/settings/"));
}

export function setChannels(channels: NotificationChannels): Promise<NotificationSettings> {
  return body(client.PUT("/api/v1/notifications/settings/", { body: channels }));
}
