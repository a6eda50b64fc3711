// The names of this product. Code takes them from here; test/product.test.ts compares the other files.

export const product = {
  title: 'Plant Collection Service',
  /** The start of package names, commands and URNs. */
  name: 'plant-collection',
  /** Of the header `WWW-Authenticate` (RFC 6750, 3). */
  realm: 'plants',
  /** Of the tag URIs of problem types (RFC 4151, 2.1): a domain, and a year in which you had it. */
  authority: 'plants.example,2026',
  /** The start of the names of our metrics. */
  metricsPrefix: 'plants',
} as const
