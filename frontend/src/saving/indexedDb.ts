/*
 * The browser's own store, IndexedDB, as far as it is needed. A record that is put is on its way out of this page when `put`
 * returns: the transaction asks to be committed at once and waits for no answer, so that not even a page that is killed in
 * the next moment takes it along.
 */

export type Key = readonly string[];

/** Every call may fail: a browser may forbid storage, have no room, or have its data cleared under an open page. */
export interface KeyValueStore {
  put(key: Key, record: unknown): Promise<void>;
  remove(key: Key): Promise<void>;
  /** Everything under keys that begin so. */
  all(beginning: Key): Promise<[Key, unknown][]>;
  /** To another key in one go, also against other tabs. Undefined where there is nothing (any more). */
  move(from: Key, to: Key): Promise<unknown>;
}

const STORE = "unsent";

export const browserStore: KeyValueStore = {
  put: (key, record) => write((store) => store.put(record, [...key])),
  remove: (key) => write((store) => store.delete([...key])),

  async all(beginning) {
    const range = IDBKeyRange.bound([...beginning], [...beginning, []]);
    const store = (database ?? (await opening())).transaction(STORE).objectStore(STORE);
    const [keys, records] = await Promise.all([
      answered(store.getAllKeys(range)),
      answered<unknown[]>(store.getAll(range)),
    ]);
    return keys.map((key, position) => [Array.isArray(key) ? key.map(String) : [], records[position]]);
  },

  async move(from, to) {
    const transaction = (database ?? (await opening())).transaction(STORE, "readwrite");
    const store = transaction.objectStore(STORE);
    const found = answered<unknown>(store.get([...from])).then((record) => {
      if (record === undefined) return undefined;
      store.delete([...from]);
      store.put(record, [...to]);
      return record;
    });
    const [record] = await Promise.all([found, completed(transaction)]);
    return record;
  },
};

let database: IDBDatabase | null = null;
let openingNow: Promise<IDBDatabase> | null = null;
const losses = new Set<() => void>();

/** Tells when the browser has thrown away what was put here, while the page is open. */
export function onLost(tell: () => void): () => void {
  losses.add(tell);
  return () => losses.delete(tell);
}

/** Nothing is awaited where the database is open: the request leaves within the task of the event it belongs to. */
async function write(change: (store: IDBObjectStore) => IDBRequest): Promise<void> {
  const transaction = begin(database ?? (await opening())) ?? begin(await opening());
  if (!transaction) throw failure(null);
  change(transaction.objectStore(STORE));
  transaction.commit();
  await completed(transaction);
}

/** Null where the browser is about to close the database, and has not said so yet. */
function begin(open: IDBDatabase): IDBTransaction | null {
  try {
    return open.transaction(STORE, "readwrite");
  } catch {
    forget();
    return null;
  }
}

function forget() {
  database = null;
  openingNow = null;
}

function opening(): Promise<IDBDatabase> {
  openingNow ??= open()
    .catch(openAgain)
    .then(
      (opened) => (database = opened),
      (error: unknown) => {
        forget();
        throw error;
      },
    );
  return openingNow;
}

/** A browser that is still busy clearing the site's data breaks off what it is asked at that moment. */
function openAgain(error: unknown): Promise<IDBDatabase> {
  if (error instanceof DOMException && error.name === "AbortError") return open();
  throw error;
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("morel", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => {
      const found = request.result;
      // For instance when the person clears the site's data.
      found.onclose = () => {
        forget();
        for (const tell of losses) tell();
      };
      // A later page may need a newer one.
      found.onversionchange = () => {
        found.close();
        forget();
      };
      resolve(found);
    };
    request.onerror = () => reject(failure(request.error));
    request.onblocked = () => reject(failure(null));
  });
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(failure(request.error));
  });
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(failure(transaction.error));
  });
}

const failure = (error: DOMException | null) => error ?? new Error("The browser keeps nothing.");
