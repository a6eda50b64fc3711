// Stands in the published mock for what Prism has for other uses, more than half of it: made-up values (the mock answers
// with the examples of the contract) and Postman collections (it reads OpenAPI).
export {}
