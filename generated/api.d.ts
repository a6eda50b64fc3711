// Made by `make generate` from openapi.yaml. Do not edit.

export interface paths {
    "/plants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List plants
         * @description Returns the caller's plants in ascending order of `id`, one page at a time.
         */
        get: operations["listPlants"];
        put?: never;
        /**
         * Create a plant
         * @description Adds a plant to the caller's collection. The service sets `id`, `createdAt` and `updatedAt`.
         */
        post: operations["createPlant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/plants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identifier of the plant. */
                id: components["parameters"]["PlantId"];
            };
            cookie?: never;
        };
        /**
         * Read a plant
         * @description Returns one of the caller's plants.
         */
        get: operations["getPlant"];
        put?: never;
        post?: never;
        /**
         * Delete a plant
         * @description Deletes a plant from the caller's collection. Deleting it again returns 404.
         */
        delete: operations["deletePlant"];
        options?: never;
        head?: never;
        /**
         * Change a plant
         * @description Changes the fields in the body and keeps the others. `null` removes the tag. If the plant already has these
         *     values, `updatedAt` and `ETag` stay the same.
         *
         *     Both media types have the same meaning: a JSON merge patch
         *     ([RFC 7396](https://www.rfc-editor.org/rfc/rfc7396)).
         */
        patch: operations["updatePlant"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Format: uuid
         * @description A lower-case UUID, set by the service. Treat it as opaque.
         */
        PlantId: string;
        /**
         * @description 1 to 200 code points, without control characters. At least one of them is not white space. The service stores
         *     the text unchanged: neither trimmed nor normalised.
         */
        PlantName: string;
        /**
         * @description 0 to 64 code points, without control characters. An empty text means that the plant has no tag. The service
         *     stores the text unchanged: neither trimmed nor normalised.
         */
        PlantTag: string;
        /**
         * Format: date-time
         * @description A time in UTC, as in RFC 3339, with three decimals.
         */
        Timestamp: string;
        /** @description A plant in the collection. Later versions may add properties. Ignore properties that you do not know. */
        Plant: {
            readonly id: components["schemas"]["PlantId"];
            name: components["schemas"]["PlantName"];
            tag: components["schemas"]["PlantTag"];
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description The plant to create. Unknown properties get 400. */
        NewPlant: {
            name: components["schemas"]["PlantName"];
            /** @default  */
            tag?: components["schemas"]["PlantTag"];
        };
        /** @description The fields to change. Unknown properties get 400. */
        PlantPatch: {
            name?: components["schemas"]["PlantName"];
            /** @description The new tag. `null` removes the tag. */
            tag?: components["schemas"]["PlantTag"] | null;
        };
        /** @description A list of entity tags ([RFC 9110, 8.8.3](https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3)), or `*`. */
        EntityTags: string;
        /** @description An error, as defined in RFC 9457. */
        Problem: {
            /** @description The kind of problem. Compare it exactly as written. */
            type: string;
            /** @description The kind of problem in words. Always the same for one `type`. */
            title: string;
            /**
             * Format: int32
             * @description The status of this response.
             */
            status: number;
            /** @description An explanation of this error, for people. The wording can change. */
            detail: string;
            /** @description The `Request-Id` of this response, as a URN. */
            instance: string;
        };
        /** @description An invalid field. Exactly one of `pointer`, `parameter` and `header` names it. */
        FieldError: {
            /** @description A JSON Pointer into the request body. Empty for the whole body. */
            pointer?: string;
            /** @description The name of a path or query parameter, cut after 500 characters. */
            parameter?: string;
            /** @description The name of a request header. */
            header?: string;
            /** @description The reason why the field is invalid. */
            detail: string;
        } & (unknown | unknown | unknown);
    };
    responses: {
        /** @description The methods of this path, in `Allow`. No body. */
        Options: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                "Access-Control-Allow-Origin"?: components["headers"]["Access-Control-Allow-Origin"];
                Allow: components["headers"]["Allow"];
            };
            content?: never;
        };
        /** @description Not modified: your copy is current. No body. */
        NotModified: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Vary: components["headers"]["Vary"];
                "Access-Control-Allow-Origin"?: components["headers"]["Access-Control-Allow-Origin"];
                RateLimit?: components["headers"]["RateLimit"];
                "RateLimit-Policy"?: components["headers"]["RateLimit-Policy"];
                ETag: components["headers"]["ETag"];
            };
            content?: never;
        };
        /** @description The request does not match the API description. Fix the fields listed in `errors`. */
        InvalidRequest: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "Cache-Control": components["headers"]["No-Store"];
                Vary: components["headers"]["Vary"];
                "Access-Control-Allow-Origin"?: components["headers"]["Access-Control-Allow-Origin"];
                RateLimit?: components["headers"]["RateLimit"];
                "RateLimit-Policy"?: components["headers"]["RateLimit-Policy"];
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    type?: "/problems/invalid-request";
                    /** @constant */
                    title?: "The request is not valid";
                    /** @constant */
                    status?: 400;
                    /** @description The invalid fields. */
                    errors: components["schemas"]["FieldError"][];
                };
            };
        };
        /** @description The request does not match the API description. Fix the fields listed in `errors`. */
        InvalidBody: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "Cache-Control": components["headers"]["No-Store"];
                Vary: components["headers"]["Vary"];
                "Access-Control-Allow-Origin"?: components["headers"]["Access-Control-Allow-Origin"];
                RateLimit?: components["headers"]["RateLimit"];
                "RateLimit-Policy"?: components["headers"]["RateLimit-Policy"];
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    type?: "/problems/invalid-request";
                    /** @constant */
                    title?: "The request is not valid";
                    /** @constant */
                    status?: 400;
                    /** @description The invalid fields. */
                    errors: components["schemas"]["FieldError"][];
                };
            };
        };
        /** @description The request is not valid HTTP. For example, it has no `Host` header, or more than one. Fix the client that sent it. */
        MalformedRequest: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "Cache-Control": components["headers"]["No-Store"];
                Vary: components["headers"]["Vary"];
                "Access-Control-Allow-Origin"?: components["headers"]["Access-Control-Allow-Origin"];
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    type?: "/problems/malformed-request";
                    /** @constant */
                    title?: "The request is malformed";
                    /** @constant */
                    status?: 400;
                };
            };
        };
        /** @description The request has no valid token. Get a new token, and send it as `Authorization: Bearer <token>`. */
        Unauthorized: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "Cache-Control": components["headers"]["No-Store"];
                Vary: components["headers"]["Vary"];
                "Access-Control-Allow-Origin"?: components["headers"]["Access-Control-Allow-Origin"];
                RateLimit?: components["headers"]["RateLimit"];
                "RateLimit-Policy"?: components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    type?: "/problems/unauthorized";
                    /** @constant */
                    title?: "A valid token is needed";
                    /** @constant */
                    status?: 401;
                };
            };
        };
        /** @description The token is valid, but it lacks the scope that this operation needs. Get a token with that scope. */
        Forbidden: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "Cache-Control": components["headers"]["No-Store"];
                Vary: components["headers"]["Vary"];
                "Access-Control-Allow-Origin"?: components["headers"]["Access-Control-Allow-Origin"];
                RateLimit?: components["headers"]["RateLimit"];
                "RateLimit-Policy"?: components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    type?: "/problems/insufficient-scope";
                    /** @constant */
                    title?: "The token lacks a scope";
                    /** @constant */
                    status?: 403;
                };
            };
        };
        /** @description The token is valid, but it lacks the scope that this operation needs. Get a token with that scope. */
        ForbiddenToRead: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "Cache-Control": components["headers"]["No-Store"];
                Vary: components["headers"]["Vary"];
                "Access-Control-Allow-Origin"?: components["headers"]["Access-Control-Allow-Origin"];
                RateLimit?: components["headers"]["RateLimit"];
                "RateLimit-Policy"?: components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    type?: "/problems/insufficient-scope";
                    /** @constant */
                    title?: "The token lacks a scope";
                    /** @constant */
                    status?: 403;
                };
            };
        };
        /** @description The path does not exist, or you have no such plant. Check the path and the identifier. */
        NotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "Cache-Control": components["headers"]["No-Store"];
                Vary: components["headers"]["Vary"];
                "Access-Control-Allow-Origin"?: components["headers"]["Access-Control-Allow-Origin"];
                RateLimit?: components["headers"]["RateLimit"];
                "RateLimit-Policy"?: components["headers"]["RateLimit-Policy"];
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    type?: "/problems/not-found";
                    /** @constant */
                    title?: "Not found";
                    /** @constant */
                    status?: 404;
                };
            };
        };
        /** @description The path does not support this method. Use a method that `Allow` lists. */
        MethodNotAllowed: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "Cache-Control": components["headers"]["No-Store"];
                Vary: components["headers"]["Vary"];
                "Access-Control-Allow-Origin"?: components["headers"]["Access-Control-Allow-Origin"];
                Allow: components["headers"]["Allow"];
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    type?: "/problems/method-not-allowed";
                    /** @constant */
                    title?: "Method not allowed";
                    /** @constant */
                    status?: 405;
                };
            };
        };
        /** @description This operation returns none of the media types that `Accept` allows. Allow `application/json`. */
        NotAcceptable: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "Cache-Control": components["headers"]["No-Store"];
                Vary: components["headers"]["Vary"];
                "Access-Control-Allow-Origin"?: components["headers"]["Access-Control-Allow-Origin"];
                RateLimit?: components["headers"]["RateLimit"];
                "RateLimit-Policy"?: components["headers"]["RateLimit-Policy"];
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    type?: "/problems/not-acceptable";
                    /** @constant */
                    title?: "Not acceptable";
                    /** @constant */
                    status?: 406;
                };
            };
        };
        /** @description The request did not arrive in time. Retry, and send it faster. */
        RequestTimeout: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "Cache-Control": components["headers"]["No-Store"];
                Vary: components["headers"]["Vary"];
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    type?: "/problems/request-timeout";
                    /** @constant */
                    title?: "The request took too long";
                    /** @constant */
                    status?: 408;
                };
            };
        };
        /** @description The plant has changed since you read it (`If-Match` does not match). Read it again, then retry. */
        PreconditionFailed: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "Cache-Control": components["headers"]["No-Store"];
                Vary: components["headers"]["Vary"];
                "Access-Control-Allow-Origin"?: components["headers"]["Access-Control-Allow-Origin"];
                RateLimit?: components["headers"]["RateLimit"];
                "RateLimit-Policy"?: components["headers"]["RateLimit-Policy"];
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    type?: "/problems/precondition-failed";
                    /** @constant */
                    title?: "The plant has changed";
                    /** @constant */
                    status?: 412;
                };
            };
        };
        /** @description The request body is larger than 16 KiB. Send a smaller body. */
        ContentTooLarge: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "Cache-Control": components["headers"]["No-Store"];
                Vary: components["headers"]["Vary"];
                "Access-Control-Allow-Origin"?: components["headers"]["Access-Control-Allow-Origin"];
                RateLimit?: components["headers"]["RateLimit"];
                "RateLimit-Policy"?: components["headers"]["RateLimit-Policy"];
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    type?: "/problems/content-too-large";
                    /** @constant */
                    title?: "The request body is too large";
                    /** @constant */
                    status?: 413;
                };
            };
        };
        /** @description Path and query are longer than 8,192 bytes. Shorten them. */
        UriTooLong: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "Cache-Control": components["headers"]["No-Store"];
                Vary: components["headers"]["Vary"];
                "Access-Control-Allow-Origin"?: components["headers"]["Access-Control-Allow-Origin"];
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    type?: "/problems/uri-too-long";
                    /** @constant */
                    title?: "The address is too long";
                    /** @constant */
                    status?: 414;
                };
            };
        };
        /** @description This operation does not accept the format of the body. Send uncompressed JSON in UTF-8, with a matching `Content-Type`. */
        UnsupportedMediaType: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "Cache-Control": components["headers"]["No-Store"];
                Vary: components["headers"]["Vary"];
                "Access-Control-Allow-Origin"?: components["headers"]["Access-Control-Allow-Origin"];
                RateLimit?: components["headers"]["RateLimit"];
                "RateLimit-Policy"?: components["headers"]["RateLimit-Policy"];
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    type?: "/problems/unsupported-media-type";
                    /** @constant */
                    title?: "Unsupported media type";
                    /** @constant */
                    status?: 415;
                };
            };
        };
        /** @description This operation does not accept the format of the body. Send uncompressed JSON in UTF-8, with a matching `Content-Type`. */
        UnsupportedPatch: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "Cache-Control": components["headers"]["No-Store"];
                Vary: components["headers"]["Vary"];
                "Access-Control-Allow-Origin"?: components["headers"]["Access-Control-Allow-Origin"];
                RateLimit?: components["headers"]["RateLimit"];
                "RateLimit-Policy"?: components["headers"]["RateLimit-Policy"];
                "Accept-Patch": components["headers"]["Accept-Patch"];
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    type?: "/problems/unsupported-media-type";
                    /** @constant */
                    title?: "Unsupported media type";
                    /** @constant */
                    status?: 415;
                };
            };
        };
        /** @description The only supported `Expect` value is `100-continue`. Omit the header. */
        ExpectationFailed: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "Cache-Control": components["headers"]["No-Store"];
                Vary: components["headers"]["Vary"];
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    type?: "/problems/expectation-failed";
                    /** @constant */
                    title?: "Expectation failed";
                    /** @constant */
                    status?: 417;
                };
            };
        };
        /** @description This `Idempotency-Key` was already used to create a plant with other fields. Choose a new key for each plant. */
        IdempotencyKeyReused: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "Cache-Control": components["headers"]["No-Store"];
                Vary: components["headers"]["Vary"];
                "Access-Control-Allow-Origin"?: components["headers"]["Access-Control-Allow-Origin"];
                RateLimit?: components["headers"]["RateLimit"];
                "RateLimit-Policy"?: components["headers"]["RateLimit-Policy"];
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    type?: "/problems/idempotency-key-reused";
                    /** @constant */
                    title?: "The idempotency key was used before";
                    /** @constant */
                    status?: 422;
                };
            };
        };
        /** @description Rate limit exceeded for this caller or IP address. Retry after `Retry-After` seconds. */
        TooManyRequests: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "Cache-Control": components["headers"]["No-Store"];
                Vary: components["headers"]["Vary"];
                "Access-Control-Allow-Origin"?: components["headers"]["Access-Control-Allow-Origin"];
                RateLimit?: components["headers"]["RateLimit"];
                "RateLimit-Policy"?: components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    type?: "/problems/too-many-requests";
                    /** @constant */
                    title?: "Too many requests";
                    /** @constant */
                    status?: 429;
                };
            };
        };
        /** @description The request line and the headers together are larger than 16 KiB. Send fewer or smaller headers. */
        HeaderFieldsTooLarge: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "Cache-Control": components["headers"]["No-Store"];
                Vary: components["headers"]["Vary"];
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    type?: "/problems/header-fields-too-large";
                    /** @constant */
                    title?: "The header fields are too large";
                    /** @constant */
                    status?: 431;
                };
            };
        };
        /** @description Temporarily unavailable, for example because the token issuer is down. Retry after `Retry-After` seconds. */
        Unavailable: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "Cache-Control": components["headers"]["No-Store"];
                Vary: components["headers"]["Vary"];
                "Access-Control-Allow-Origin"?: components["headers"]["Access-Control-Allow-Origin"];
                RateLimit?: components["headers"]["RateLimit"];
                "RateLimit-Policy"?: components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    type?: "/problems/unavailable";
                    /** @constant */
                    title?: "Not available just now";
                    /** @constant */
                    status?: 503;
                };
            };
        };
        /** @description The service failed. Report `instance` to the operator of the service. */
        InternalError: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "Cache-Control": components["headers"]["No-Store"];
                Vary: components["headers"]["Vary"];
                "Access-Control-Allow-Origin"?: components["headers"]["Access-Control-Allow-Origin"];
                RateLimit?: components["headers"]["RateLimit"];
                "RateLimit-Policy"?: components["headers"]["RateLimit-Policy"];
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    type?: "/problems/internal-error";
                    /** @constant */
                    title?: "Internal error";
                    /** @constant */
                    status?: 500;
                };
            };
        };
    };
    parameters: {
        /** @description The maximum number of plants to return, in plain decimal digits. */
        Limit: number;
        /** @description The position where the page starts. Use only a value from a `Link` header. */
        Cursor: string;
        /** @description Returns only plants with exactly this tag, compared by code points. An empty value returns plants without a tag. */
        TagFilter: components["schemas"]["PlantTag"];
        /** @description The identifier of the plant. */
        PlantId: components["schemas"]["PlantId"];
        /**
         * @description Entity tags, or `*` for any. If one of them equals the current `ETag` (weak comparison), the service returns 304
         *     without a body ([RFC 9110, 13.1.2](https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2)).
         */
        IfNoneMatch: components["schemas"]["EntityTags"];
        /**
         * @description Entity tags, or `*` for any. If none of them equals the `ETag` of the plant (strong comparison), the service
         *     returns 412 ([RFC 9110, 13.1.1](https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1)).
         */
        IfMatch: components["schemas"]["EntityTags"];
        /**
         * @description A unique key that you choose for one create request: 1 to 255 visible ASCII characters, bare or as a quoted
         *     string. The service keeps it for 24 hours, separately for each caller.
         */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Identifies this response in the log of the service. Quote it when you ask for help.
         * @example 7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a
         */
        "Request-Id": string;
        /**
         * @description Only the caller's own cache may store the response. It must revalidate the response before each use.
         * @example private, no-cache
         */
        "Cache-Control": "private, no-cache";
        /**
         * @description Caches must not store errors.
         * @example no-store
         */
        "No-Store": "no-store";
        /**
         * @description The request headers that the response depends on.
         * @example Authorization, Origin
         */
        Vary: "Authorization, Origin";
        /**
         * @description The origin whose web pages may read this response. Absent if the operator does not allow the origin.
         * @example http://localhost:5173
         */
        "Access-Control-Allow-Origin": string;
        /**
         * @description The remaining requests of each limit (`r`), and the seconds until it resets (`t`). Absent if the service has no
         *     limits. The format is that of
         *     [draft-ietf-httpapi-ratelimit-headers-08](https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/08/).
         * @example "address"; r=59998; t=60, "caller"; r=5998; t=60
         */
        RateLimit: string;
        /**
         * @description The limits, as `q` requests in `w` seconds. Absent if the service has no limits.
         * @example "address"; q=60000; w=60; pk=:MTJjYTE3YjQ5YWYy:, "caller"; q=6000; w=60; pk=:ZTcwZjZjODgzMzQx:
         */
        "RateLimit-Policy": string;
        /**
         * @description The seconds to wait before a retry.
         * @example 60
         */
        "Retry-After": number;
        /**
         * @description Identifies this content of the plant or page. It also differs between callers, and between versions of this API
         *     description.
         * @example "dqKyqERZm1E6AKq5S52Bq5sXuyb"
         */
        ETag: string;
        /**
         * @description The media types that `PATCH` accepts ([RFC 5789](https://www.rfc-editor.org/rfc/rfc5789)).
         * @example application/merge-patch+json, application/json
         */
        "Accept-Patch": "application/merge-patch+json, application/json";
        /**
         * @description The URL of the plant, relative to the URL of this request.
         * @example plants/019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41
         */
        Location: string;
        /**
         * @description The authentication challenge ([RFC 6750](https://www.rfc-editor.org/rfc/rfc6750)).
         * @example Bearer realm="plants"
         */
        "WWW-Authenticate": string;
        /**
         * @description The methods that this path supports.
         * @example GET, HEAD, OPTIONS, POST
         */
        Allow: string;
    };
    pathItems: never;
}
export type PlantId = components['schemas']['PlantId'];
export type PlantName = components['schemas']['PlantName'];
export type PlantTag = components['schemas']['PlantTag'];
export type Timestamp = components['schemas']['Timestamp'];
export type Plant = components['schemas']['Plant'];
export type NewPlant = components['schemas']['NewPlant'];
export type PlantPatch = components['schemas']['PlantPatch'];
export type EntityTags = components['schemas']['EntityTags'];
export type Problem = components['schemas']['Problem'];
export type FieldError = components['schemas']['FieldError'];
export type ResponseOptions = components['responses']['Options'];
export type ResponseNotModified = components['responses']['NotModified'];
export type ResponseInvalidRequest = components['responses']['InvalidRequest'];
export type ResponseInvalidBody = components['responses']['InvalidBody'];
export type ResponseMalformedRequest = components['responses']['MalformedRequest'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseForbiddenToRead = components['responses']['ForbiddenToRead'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseMethodNotAllowed = components['responses']['MethodNotAllowed'];
export type ResponseNotAcceptable = components['responses']['NotAcceptable'];
export type ResponseRequestTimeout = components['responses']['RequestTimeout'];
export type ResponsePreconditionFailed = components['responses']['PreconditionFailed'];
export type ResponseContentTooLarge = components['responses']['ContentTooLarge'];
export type ResponseUriTooLong = components['responses']['UriTooLong'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseUnsupportedPatch = components['responses']['UnsupportedPatch'];
export type ResponseExpectationFailed = components['responses']['ExpectationFailed'];
export type ResponseIdempotencyKeyReused = components['responses']['IdempotencyKeyReused'];
export type ResponseTooManyRequests = components['responses']['TooManyRequests'];
export type ResponseHeaderFieldsTooLarge = components['responses']['HeaderFieldsTooLarge'];
export type ResponseUnavailable = components['responses']['Unavailable'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ParameterLimit = components['parameters']['Limit'];
export type ParameterCursor = components['parameters']['Cursor'];
export type ParameterTagFilter = components['parameters']['TagFilter'];
export type ParameterPlantId = components['parameters']['PlantId'];
export type ParameterIfNoneMatch = components['parameters']['IfNoneMatch'];
export type ParameterIfMatch = components['parameters']['IfMatch'];
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey'];
export type HeaderRequestId = components['headers']['Request-Id'];
export type HeaderCacheControl = components['headers']['Cache-Control'];
export type HeaderNoStore = components['headers']['No-Store'];
export type HeaderVary = components['headers']['Vary'];
export type HeaderAccessControlAllowOrigin = components['headers']['Access-Control-Allow-Origin'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderRateLimitPolicy = components['headers']['RateLimit-Policy'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export type HeaderETag = components['headers']['ETag'];
export type HeaderAcceptPatch = components['headers']['Accept-Patch'];
export type HeaderLocation = components['headers']['Location'];
export type HeaderWwwAuthenticate = components['headers']['WWW-Authenticate'];
export type HeaderAllow = components['headers']['Allow'];
export type $defs = Record<string, never>;
export interface operations {
    listPlants: {
        parameters: {
            query?: {
                /** @description The maximum number of plants to return, in plain decimal digits. */
                limit?: components["parameters"]["Limit"];
                /** @description The position where the page starts. Use only a value from a `Link` header. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Returns only plants with exactly this tag, compared by code points. An empty value returns plants without a tag. */
                tag?: components["parameters"]["TagFilter"];
            };
            header?: {
                /**
                 * @description Entity tags, or `*` for any. If one of them equals the current `ETag` (weak comparison), the service returns 304
                 *     without a body ([RFC 9110, 13.1.2](https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2)).
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of plants. It is an empty array if there are no plants. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Access-Control-Allow-Origin"?: components["headers"]["Access-Control-Allow-Origin"];
                    RateLimit?: components["headers"]["RateLimit"];
                    "RateLimit-Policy"?: components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    /**
                     * @description The link to the next page. Absent on the last page. The link is only a query string: resolve it against
                     *     the URL of this request.
                     */
                    Link?: string;
                };
                content: {
                    "application/json": components["schemas"]["Plant"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToRead"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPlant: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A unique key that you choose for one create request: 1 to 255 visible ASCII characters, bare or as a quoted
                 *     string. The service keeps it for 24 hours, separately for each caller.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The plant to add. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPlant"];
            };
        };
        responses: {
            /**
             * @description The created plant. A retry with the same `Idempotency-Key` returns the plant as it was created, even if it has
             *     changed since.
             */
            201: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Access-Control-Allow-Origin"?: components["headers"]["Access-Control-Allow-Origin"];
                    RateLimit?: components["headers"]["RateLimit"];
                    "RateLimit-Policy"?: components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json": components["schemas"]["Plant"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            406: components["responses"]["NotAcceptable"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlant: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags, or `*` for any. If one of them equals the current `ETag` (weak comparison), the service returns 304
                 *     without a body ([RFC 9110, 13.1.2](https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2)).
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The identifier of the plant. */
                id: components["parameters"]["PlantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plant. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Access-Control-Allow-Origin"?: components["headers"]["Access-Control-Allow-Origin"];
                    RateLimit?: components["headers"]["RateLimit"];
                    "RateLimit-Policy"?: components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json": components["schemas"]["Plant"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenToRead"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePlant: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags, or `*` for any. If none of them equals the `ETag` of the plant (strong comparison), the service
                 *     returns 412 ([RFC 9110, 13.1.1](https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1)).
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The identifier of the plant. */
                id: components["parameters"]["PlantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plant is deleted. No body. */
            204: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Access-Control-Allow-Origin"?: components["headers"]["Access-Control-Allow-Origin"];
                    RateLimit?: components["headers"]["RateLimit"];
                    "RateLimit-Policy"?: components["headers"]["RateLimit-Policy"];
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updatePlant: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags, or `*` for any. If none of them equals the `ETag` of the plant (strong comparison), the service
                 *     returns 412 ([RFC 9110, 13.1.1](https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1)).
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The identifier of the plant. */
                id: components["parameters"]["PlantId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. */
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["PlantPatch"];
                "application/json": components["schemas"]["PlantPatch"];
            };
        };
        responses: {
            /** @description The plant after the change. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    "Access-Control-Allow-Origin"?: components["headers"]["Access-Control-Allow-Origin"];
                    RateLimit?: components["headers"]["RateLimit"];
                    "RateLimit-Policy"?: components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                };
                content: {
                    "application/json": components["schemas"]["Plant"];
                };
            };
            400: components["responses"]["InvalidBody"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedPatch"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
