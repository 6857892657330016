package lockset

import "reflect"

// Memo returns what a layer above this one keeps of the package: a zero T at the first call
// for a type, and the same T afterwards. Like the rest of a [Package] it is for one
// goroutine at a time.
func Memo[T any](p *Package) *T {
	key := reflect.TypeFor[T]()
	if kept, ok := p.memos[key]; ok {
		return kept.(*T)
	}
	if p.memos == nil {
		p.memos = make(map[reflect.Type]any)
	}
	kept := new(T)
	p.memos[key] = kept
	return kept
}
