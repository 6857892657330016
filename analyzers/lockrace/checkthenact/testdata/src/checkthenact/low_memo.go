package checkthenact

import (
	"reflect"
	"sync"
)

type layout struct {
	kind   reflect.Type
	fields []string
}

func layoutOf(t reflect.Type) layout { return layout{kind: t} }

// A layouts keeps what is computed from the key alone: a second value is the same.
type layouts struct {
	sync.RWMutex
	cache map[reflect.Type]layout
}

func (l *layouts) fields(t reflect.Type) []string {
	var (
		found layout
		ok    bool
	)
	l.RLock()
	found, ok = l.cache[t]
	l.RUnlock()
	if !ok {
		found = layoutOf(t)
		l.Lock()
		l.cache[t] = found // want `update of another goroutine may be lost: l.cache is stored because of the test at line \d+`
		l.Unlock()
	}
	return found.fields
}
