package config

import (
	"encoding/json"
	"reflect"

	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// Schema returns the JSON schema of the file, for editors.
func Schema(suite []*check.Analyzer) ([]byte, error) {
	var names, ids []string
	for _, a := range suite {
		names = append(names, a.Name)
		for _, c := range a.Checks {
			ids = append(ids, c.IDs()...)
		}
	}
	names = append(names, ids...)
	selectable := []string{"all", "default", "-all"}
	for _, n := range names {
		selectable = append(selectable, n, "-"+n)
	}
	values := map[string]any{
		"version":    map[string]any{"const": 1},
		"checks":     list(selectable),
		"fail-on":    enum("high", "medium", "low", "none", "never"),
		"strict":     map[string]any{"type": "boolean", "deprecated": true},
		"confidence": enum("high", "medium", "low"),
		"fixes":      enum("lifecycle", "stdlib"),
		"lifecycle":  text(), "tags": text(), "baseline": text(),
		"tests":     enum("default", "all", "none"),
		"generated": map[string]any{"type": "boolean"},
		"builds":    texts(), "stops": texts(), "closes": texts(), "runs-forever": texts(), "detaches": texts(),
		"severity": map[string]any{"type": "object", "propertyNames": enum(ids...), "additionalProperties": enum("high", "medium", "low")},
		"paths": map[string]any{"type": "array", "items": object(reflect.TypeFor[PathRule](), map[string]any{
			"path": text(), "off": list(append([]string{"all"}, names...)),
		}, "path", "off")},
	}
	schema := object(reflect.TypeFor[Config](), values)
	schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	schema["title"] = Name
	out, err := json.MarshalIndent(schema, "", "  ")
	return append(out, '\n'), err
}

func text() map[string]any { return map[string]any{"type": "string", "minLength": 1} }

func texts() map[string]any { return map[string]any{"type": "array", "items": text()} }

func enum(values ...string) map[string]any { return map[string]any{"enum": values} }

func list(values []string) map[string]any {
	return map[string]any{"type": "array", "items": enum(values...)}
}

// object describes a struct: its keys, with their documentation, and no others.
func object(typ reflect.Type, values map[string]any, required ...string) map[string]any {
	properties := make(map[string]any)
	for f := range typ.Fields() {
		key := f.Tag.Get("yaml")
		if key == "-" {
			continue
		}
		value := values[key].(map[string]any)
		value["description"] = f.Tag.Get("doc")
		properties[key] = value
	}
	schema := map[string]any{"type": "object", "additionalProperties": false, "properties": properties}
	if len(required) > 0 {
		schema["required"] = required
	}
	return schema
}
