package checkthenact

import (
	"strings"
	"sync"
)

var names sync.Map

// Two equal entries are as good as one.
func name(id string) string {
	if v, ok := names.Load(id); ok {
		return v.(string)
	}
	n := strings.ToUpper(id)
	names.Store(id, n) // want `names.Store stores because of the test`
	return n
}
