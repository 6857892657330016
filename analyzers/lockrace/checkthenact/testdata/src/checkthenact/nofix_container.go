package checkthenact

import "sync"

var feeds sync.Map

func feed(name string) chan string {
	v, ok := feeds.Load(name)
	if !ok {
		ch := make(chan string, 16)
		feeds.Store(name, ch) // want `feeds.Store stores because of the test at line 8`
		v = ch
	}
	return v.(chan string)
}
