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
         * @description Lists the caller's plants in ascending order of `id`, one page at a time.
         */
        get: operations["listPlants"];
        put?: never;
        /**
         * Create a plant
         * @description Adds a plant to the caller's collection. The service gives it its `id` and its times.
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
                /** @description Which plant. */
                id: components["parameters"]["PlantId"];
            };
            cookie?: never;
        };
        /**
         * Read a plant
         * @description Answers one plant of the caller.
         */
        get: operations["getPlant"];
        put?: never;
        post?: never;
        /**
         * Delete a plant
         * @description Removes the plant from the caller's collection. Deleting it again answers 404.
         */
        delete: operations["deletePlant"];
        options?: never;
        head?: never;
        /**
         * Change a plant
         * @description Changes what the body names and leaves the rest. Both media types mean the same: a merge patch
         *     ([RFC 7396](https://www.rfc-editor.org/rfc/rfc7396)), in which `null` empties the tag. If nothing really changes,
         *     `updatedAt` and `ETag` stay as they are.
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
         * @description Made by the service; a lower-case UUID that tells nothing else.
         */
        PlantId: string;
        /**
         * @description 1 to 200 code points, at least one of them no white space; no control characters. Kept as it is, neither
         *     trimmed nor normalised.
         */
        PlantName: string;
        /**
         * @description 0 to 64 code points, no control characters; empty means untagged. Kept as it is, neither trimmed nor
         *     normalised.
         */
        PlantTag: string;
        /**
         * Format: date-time
         * @description RFC 3339, in UTC, with three decimals.
         */
        Timestamp: string;
        /** @description A plant of the collection. Later versions may add properties; ignore those you do not know. */
        Plant: {
            readonly id: components["schemas"]["PlantId"];
            name: components["schemas"]["PlantName"];
            tag: components["schemas"]["PlantTag"];
            readonly createdAt: components["schemas"]["Timestamp"];
            readonly updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description What a caller says of a new plant. Other properties are refused. */
        NewPlant: {
            name: components["schemas"]["PlantName"];
            /** @default  */
            tag?: components["schemas"]["PlantTag"];
        };
        /** @description What to change of a plant. Other properties are refused. */
        PlantPatch: {
            name?: components["schemas"]["PlantName"];
            /** @description As of a plant; `null` empties it. */
            tag?: components["schemas"]["PlantTag"] | null;
        };
        /** @description A list of entity tags ([RFC 9110, 8.8.3](https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3)), or `*`. */
        EntityTags: string;
        /** @description What went wrong (RFC 9457). */
        Problem: {
            /** @description Which kind of problem; compare it as written. */
            type: string;
            /** @description The kind of problem in words, always the same for one `type`. */
            title: string;
            /**
             * Format: int32
             * @description The status of this answer.
             */
            status: number;
            /** @description What went wrong this time, and how to mend it. */
            detail: string;
            /** @description The `Request-Id` of this answer as a URN. */
            instance: string;
        };
        /** @description One thing to mend. Exactly one of `pointer`, `parameter` and `header` names it. */
        FieldError: {
            /** @description A JSON Pointer into the request body; empty for the whole body. */
            pointer?: string;
            /** @description The name of a path or query parameter, as far as 500 characters go. */
            parameter?: string;
            /** @description The name of a request header. */
            header?: string;
            /** @description What is wrong with it. */
            detail: string;
        } & (unknown | unknown | unknown);
    };
    responses: {
        /** @description What can be done at this path. There is no body. */
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
        /** @description What the caller has is what it would get. There is no body. */
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
        /** @description The request is not as this document describes it. Mend what `errors` names. */
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
                    /** @description What to mend. */
                    errors: components["schemas"]["FieldError"][];
                };
            };
        };
        /** @description The request is not as this document describes it. Mend what `errors` names. */
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
                    /** @description What to mend. */
                    errors: components["schemas"]["FieldError"][];
                };
            };
        };
        /** @description The request is not HTTP as the service understands it. Look at what sent it. */
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
        /** @description There is no usable token. Get one, or a fresh one, and send it as `Authorization`. */
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
        /** @description The token is good, but lacks the scope this operation needs. Get one that has it. */
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
        /** @description The token is good, but lacks the scope this operation needs. Get one that has it. */
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
        /** @description Nothing is here for this caller. Look at the path and the identifier. */
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
        /** @description The path is there, but does not have this method. Use one that `Allow` lists. */
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
        /** @description Nothing this operation answers with is in `Accept`. Allow `application/json`. */
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
        /** @description The request did not arrive in time. Send it again, faster. */
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
        /** @description The plant is no longer as `If-Match` says. Read it again, and decide again. */
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
        /** @description The request body is larger than 16 KiB. Send less. */
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
        /** @description Path and query are longer than 8,192 bytes. Send less. */
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
        /** @description The body is not in a media type this operation takes. Send it as UTF-8 JSON. */
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
        /** @description The body is not in a media type this operation takes. Send it as UTF-8 JSON. */
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
        /** @description The service meets no other expectation than `100-continue`. Leave `Expect` out. */
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
        /** @description This key was used for a creation with another body. Take a new key for every creation. */
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
        /** @description More requests than the service takes from one caller or one address. Wait as `Retry-After` says. */
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
        /** @description The head of the request is larger than 16 KiB. Send fewer or smaller headers. */
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
        /** @description The service cannot do its part just now, for example because the issuer of the tokens is down. Wait as `Retry-After` says. */
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
        /** @description The fault is ours. Quote `instance` to your operator. */
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
        /** @description The most plants to answer, in plain decimal digits. */
        Limit: number;
        /** @description Where to go on, as handed out in a `Link` header. Never make one up. */
        Cursor: string;
        /** @description Only plants with exactly this tag, compared by code points; empty for the untagged. */
        TagFilter: components["schemas"]["PlantTag"];
        /** @description Which plant. */
        PlantId: components["schemas"]["PlantId"];
        /**
         * @description Entity tags, or `*`: if one is that of the answer, weakly compared, it is 304 without a body
         *     ([RFC 9110, 13.1.2](https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2)).
         */
        IfNoneMatch: components["schemas"]["EntityTags"];
        /**
         * @description Entity tags, or `*`: unless one is that of the plant, strongly compared, the request is refused with 412
         *     ([RFC 9110, 13.1.1](https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1)).
         */
        IfMatch: components["schemas"]["EntityTags"];
        /**
         * @description A text of your own making, for one creation only: 1 to 255 visible ASCII characters, bare or as a quoted string. It
         *     counts for the caller and this operation, for 24 hours.
         */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Names this answer in the service's log; quote it when you ask for help.
         * @example 7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a
         */
        "Request-Id": string;
        /**
         * @description The answer is the caller's own, and is asked for again before it is used again.
         * @example private, no-cache
         */
        "Cache-Control": "private, no-cache";
        /**
         * @description Errors are not kept.
         * @example no-store
         */
        "No-Store": "no-store";
        /**
         * @description What else the answer depends on.
         * @example Authorization, Origin
         */
        Vary: "Authorization, Origin";
        /**
         * @description The page in a browser that may read this answer, if it is from another origin.
         * @example http://localhost:5173
         */
        "Access-Control-Allow-Origin": string;
        /**
         * @description What is left of each limit, and for how many seconds
         *     ([draft-ietf-httpapi-ratelimit-headers-08](https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/08/)).
         *     Absent where the operator has no limits.
         * @example "address"; r=59998; t=60, "caller"; r=5998; t=60
         */
        RateLimit: string;
        /**
         * @description The limits themselves. Absent where the operator has none.
         * @example "address"; q=60000; w=60; pk=:MTJjYTE3YjQ5YWYy:, "caller"; q=6000; w=60; pk=:ZTcwZjZjODgzMzQx:
         */
        "RateLimit-Policy": string;
        /**
         * @description Seconds to wait before trying again.
         * @example 60
         */
        "Retry-After": number;
        /**
         * @description Names this very answer: another text for other plants, another order, another page, another caller or another
         *     version of this document.
         * @example "WNDHo7Z6Ldjr7WGjczDOhS-xUAP"
         */
        ETag: string;
        /**
         * @description The media types a change may have ([RFC 5789](https://www.rfc-editor.org/rfc/rfc5789)).
         * @example application/merge-patch+json, application/json
         */
        "Accept-Patch": "application/merge-patch+json, application/json";
        /**
         * @description Where the plant is, relative to the address of this request.
         * @example plants/019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41
         */
        Location: string;
        /**
         * @description The challenge of RFC 6750.
         * @example Bearer realm="plants"
         */
        "WWW-Authenticate": string;
        /**
         * @description The methods this path has.
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
                /** @description The most plants to answer, in plain decimal digits. */
                limit?: components["parameters"]["Limit"];
                /** @description Where to go on, as handed out in a `Link` header. Never make one up. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only plants with exactly this tag, compared by code points; empty for the untagged. */
                tag?: components["parameters"]["TagFilter"];
            };
            header?: {
                /**
                 * @description Entity tags, or `*`: if one is that of the answer, weakly compared, it is 304 without a body
                 *     ([RFC 9110, 13.1.2](https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2)).
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of plants; empty if there are none. */
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
                     * @description Where the next page is; absent on the last page. The target has a query only, so it is resolved
                     *     against the address of this request.
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
                 * @description A text of your own making, for one creation only: 1 to 255 visible ASCII characters, bare or as a quoted string. It
                 *     counts for the caller and this operation, for 24 hours.
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
            /** @description The plant as it was created. */
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
                 * @description Entity tags, or `*`: if one is that of the answer, weakly compared, it is 304 without a body
                 *     ([RFC 9110, 13.1.2](https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2)).
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Which plant. */
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
                 * @description Entity tags, or `*`: unless one is that of the plant, strongly compared, the request is refused with 412
                 *     ([RFC 9110, 13.1.1](https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1)).
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Which plant. */
                id: components["parameters"]["PlantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plant is gone. There is no body. */
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
                 * @description Entity tags, or `*`: unless one is that of the plant, strongly compared, the request is refused with 412
                 *     ([RFC 9110, 13.1.1](https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1)).
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Which plant. */
                id: components["parameters"]["PlantId"];
            };
            cookie?: never;
        };
        /** @description What to change. */
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["PlantPatch"];
                "application/json": components["schemas"]["PlantPatch"];
            };
        };
        responses: {
            /** @description The plant as it is now. */
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
