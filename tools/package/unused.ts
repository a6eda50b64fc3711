// Replaces two packages in the published mock, more than half of its size. Prism uses them for random values (the mock
// returns the examples of the contract) and for Postman collections (the mock reads OpenAPI).
export {}
