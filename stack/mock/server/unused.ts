// Stubs two packages of Prism: for random values (the mock returns examples) and for Postman (the mock reads OpenAPI).
export const unused = ['@faker-js/faker', 'postman-collection']
