/* The browser's own store, IndexedDB, as far as it is needed: records under a key, read and changed one by one. */

/** Every call may fail: a browser may forbid storage, have no room, or have its data cleared under an open page. */
export interface Shelf {
  /** Undefined where there is nothing. */
  get(key: string[]): Promise<unknown>;
  /** In one go, also against other tabs. Undefined takes the record away, the record itself leaves it as it is. */
  change(key: string[], next: (found: unknown) => unknown): Promise<void>;
}

const STORE = "unsent";

export const browserShelf: Shelf = {
  async get(key) {
    const store = (await database()).transaction(STORE).objectStore(STORE);
    return answered<unknown>(store.get(key));
  },

  async change(key, next) {
    const transaction = (await database()).transaction(STORE, "readwrite");
    const store = transaction.objectStore(STORE);
    const written = answered<unknown>(store.get(key)).then((found) => {
      const wanted = next(found);
      if (wanted === undefined) store.delete(key);
      else if (wanted !== found) store.put(wanted, key);
    });
    await Promise.all([written, completed(transaction)]);
  },
};

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= open().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("morel", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => {
      const found = request.result;
      // A browser may close a database by itself, for instance when its data is cleared; a later page may need a newer one.
      found.onclose = () => (opened = null);
      found.onversionchange = () => {
        found.close();
        opened = null;
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
