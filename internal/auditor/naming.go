package auditor

import (
	"path"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/steps"
)

// nameOf returns what the thing that a step is about is called in the code: a field with its type, or a
// variable of a package; "" for what is only known by its place.
func (m *model) nameOf(s steps.Step) string {
	key := s.Key
	if s.Other != "" && lasting(s.Other) {
		key = s.Other
	}
	if !lasting(key) {
		key = m.fieldOf(key)
	}
	if key == "" || key[0] == '#' || key[0] == '=' || key == s.What || strings.HasPrefix(key, "interface{") {
		return ""
	}
	_, name, _ := strings.Cut(path.Base(key), ".")
	return strings.ReplaceAll(name, " ", ".")
}

// fieldOf returns the key of a field or variable in which what has a key is kept, the least of several.
func (m *model) fieldOf(key string) (field string) {
	if key == "" {
		return ""
	}
	root := m.find(key)
	for k := range m.parent {
		if lasting(k) && m.find(k) == root && (field == "" || k < field) {
			field = k
		}
	}
	return field
}
