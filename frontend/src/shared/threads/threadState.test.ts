// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Message } from "../../api/types";
import { ThreadState } from "./threadState.svelte";

const server = vi.hoisted(() => ({
  reachable: true,
  answers: true,
  sent: new Map<string, string>(),
}));

const asMessage = ([id, text]: [string, string]): Message => ({
  id,
  text,
  from_lead: false,
  author: "Ada",
  mine: true,
  sent_at: "2026-03-01T12:00:00Z",
});

// The far end of the wire; all else is the real thing.
vi.mock("../../api/messages", () => ({
  getMessages: () => Promise.resolve({ results: [...server.sent].map(asMessage), next: null }),
  sendMessage: (_: unknown, { message_id, text }: { message_id: string; text: string }) => {
    if (!server.reachable) return Promise.reject(new Error("no connection"));
    if (server.sent.has(message_id) && server.sent.get(message_id) !== text) {
      return Promise.reject(new Error("reused"));
    }
    server.sent.set(message_id, text);
    return server.answers
      ? Promise.resolve(asMessage([message_id, text]))
      : Promise.reject(new Error("answer lost"));
  },
}));

const open = (person = "ada") => new ThreadState({ slug: "p", item: 1 }, person);

beforeEach(() => {
  localStorage.clear();
  Object.assign(server, { reachable: true, answers: true, sent: new Map() });
});

describe("a message", () => {
  it("is sent and shown, and the field is cleared", async () => {
    const talk = open();
    await talk.read();
    talk.text = "Is a title a name?";
    expect(await talk.send()).toBe(true);
    expect(talk.messages?.map(({ text }) => text)).toEqual(["Is a title a name?"]);
    expect(talk.text).toBe("");
    expect(localStorage.length).toBe(0);
  });

  it("that could not be sent is kept across pages, for its author only", async () => {
    server.reachable = false;
    const talk = open();
    talk.text = "Is a title a name?";
    expect(await talk.send()).toBe(false);
    expect(talk.problem).not.toBeNull();
    expect(open().text).toBe("Is a title a name?");
    expect(open("ben").text).toBe("");
  });

  it("is stored once when a lost request is repeated, even by a later page", async () => {
    server.answers = false;
    const talk = open();
    talk.text = "Once";
    await talk.send();
    server.answers = true;
    const later = open();
    await later.read();
    expect(await later.send()).toBe(true);
    expect(server.sent.size).toBe(1);
    expect(later.messages).toHaveLength(1);
  });

  it("that was changed after a failure has a new id", async () => {
    server.answers = false;
    const talk = open();
    talk.text = "Once";
    await talk.send();
    server.answers = true;
    talk.text = "Once more";
    expect(await talk.send()).toBe(true);
    expect([...server.sent.values()]).toEqual(["Once", "Once more"]);
  });

  it("of whitespace only is not sent", async () => {
    const talk = open();
    talk.text = "  \n";
    expect(await talk.send()).toBe(false);
    expect(server.sent.size).toBe(0);
  });
});
