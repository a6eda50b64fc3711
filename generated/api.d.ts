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
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a plant
         * @description Removes the plant from the caller's collection. Deleting it again answers 404.
         */
        delete: operations["deletePlant"];
        options?: never;
        head?: never;
        patch?: never;
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
        PlantName: string & unknown;
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
        /** @description The request is not as this document describes it. Mend what `errors` names. */
        InvalidRequest: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
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
        /** @description There is no usable token. Get one, or a fresh one, and send it as `Authorization`. */
        Unauthorized: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
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
        /** @description The request body is larger than 16 KiB. Send less. */
        ContentTooLarge: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
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
        /** @description The body is not in a media type this operation takes. Send it as UTF-8 JSON. */
        UnsupportedMediaType: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
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
        /** @description The fault is ours. Quote `instance` to your operator. */
        InternalError: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
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
    };
    requestBodies: never;
    headers: {
        /**
         * @description Names this answer in the service's log; quote it when you ask for help.
         * @example 7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a
         */
        "Request-Id": string;
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
         * @example GET, HEAD, POST
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
export type Problem = components['schemas']['Problem'];
export type FieldError = components['schemas']['FieldError'];
export type ResponseInvalidRequest = components['responses']['InvalidRequest'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseMethodNotAllowed = components['responses']['MethodNotAllowed'];
export type ResponseContentTooLarge = components['responses']['ContentTooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ParameterLimit = components['parameters']['Limit'];
export type ParameterCursor = components['parameters']['Cursor'];
export type ParameterTagFilter = components['parameters']['TagFilter'];
export type ParameterPlantId = components['parameters']['PlantId'];
export type HeaderRequestId = components['headers']['Request-Id'];
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of plants; empty if there are none. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
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
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    createPlant: {
        parameters: {
            query?: never;
            header?: never;
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
                    Location: components["headers"]["Location"];
                };
                content: {
                    "application/json": components["schemas"]["Plant"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
        };
    };
    deletePlant: {
        parameters: {
            query?: never;
            header?: never;
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
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
}
