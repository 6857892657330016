package doubleclose

import "sync"

type fan struct {
	off    chan struct{}
	stop   sync.Once
	shared *sync.Once
}

// Nope. Both goroutines of the call use it.
func (f *fan) either(a, b func()) {
	var once sync.Once
	for _, work := range []func(){a, b} {
		go func() {
			work()
			once.Do(func() { close(f.off) })
		}()
	}
}

// Nope. Two statements of one call use it.
func (f *fan) twice(failed bool) {
	var once sync.Once
	end := func() { once.Do(func() { close(f.off) }) }
	if failed {
		end()
	}
	end()
}

// Nope. The Once is a field, by a name of its own.
func (f *fan) Close() {
	once := &f.stop
	once.Do(func() { close(f.off) })
}

// Nope. The Once is that of the value.
func (f *fan) Stop() {
	once := f.shared
	once.Do(func() { close(f.off) })
}

// Nope. The channel is the call's own, too.
func (f *fan) run(work func()) {
	done := make(chan struct{})
	var once sync.Once
	once.Do(func() { close(done) })
	work()
	<-done
}
