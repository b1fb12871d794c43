/** The part of JSON Schema that the document uses. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  pattern?: string
  contentMediaType?: string
  contentSchema?: JsonSchema
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minItems?: number
  uniqueItems?: boolean
  allOf?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  dependentRequired?: Record<string, string[]>
  propertyNames?: JsonSchema
  not?: JsonSchema
  additionalProperties?: JsonSchema | boolean
}
