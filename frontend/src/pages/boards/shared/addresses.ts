/* Addresses with queries. */

type Value = string | number | undefined;

/** Returns a path with a query; undefined and empty values are left out. */
export function withQuery(path: string, values: Readonly<Record<string, Value>>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return given.length > 0 ? `${path}?${new URLSearchParams(given).toString()}` : path;
}
