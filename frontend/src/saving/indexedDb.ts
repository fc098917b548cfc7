/*
 * A key-value store in IndexedDB. When `put` returns, the record has left the page: the transaction is committed at once
 * without waiting for an answer, so that the record survives a page that is killed in the next moment.
 */

export type Key = readonly string[];

/** Every call may reject: a browser may forbid storage, be full, or have its data cleared while the page is open. */
export interface KeyValueStore {
  put(key: Key, record: unknown): Promise<void>;
  remove(key: Key): Promise<void>;
  /** Returns all records whose key starts with `beginning`. */
  all(beginning: Key): Promise<[Key, unknown][]>;
  /** Moves a record in one transaction, also against other tabs. Returns it, or undefined if there is none. */
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

/** Calls `tell` when the browser deletes the data while the page is open. Returns a function that stops it. */
export function onLost(tell: () => void): () => void {
  losses.add(tell);
  return () => losses.delete(tell);
}

/** Awaits nothing if the database is open, so that the request leaves in the task of its event. */
async function write(change: (store: IDBObjectStore) => IDBRequest): Promise<void> {
  const transaction = begin(database ?? (await opening())) ?? begin(await opening());
  if (!transaction) throw failure(null);
  change(transaction.objectStore(STORE));
  transaction.commit();
  await completed(transaction);
}

/** Returns null if the browser is closing the database and has not yet announced it. */
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

/** Opens again after an AbortError: browsers abort requests while they clear a site's data. */
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
      // The person may have cleared the site's data.
      found.onclose = () => {
        forget();
        for (const tell of losses) tell();
      };
      // A page of a newer version needs to upgrade the database.
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
