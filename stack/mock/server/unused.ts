// In place of two packages. Prism uses them for random values (the mock returns the examples of the contract) and for Postman
// collections (the mock reads OpenAPI).
export const unused = ['@faker-js/faker', 'postman-collection']
