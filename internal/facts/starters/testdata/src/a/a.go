package a

import (
	"log"
	"sync"
	"time"
)

func Go(f func()) { // want Go:"starts 0"
	go f()
}

func Safe(name string, f func(int) error) { // want Safe:"starts 1"
	go func() {
		defer func() {
			if r := recover(); r != nil {
				log.Print(name, r)
			}
		}()
		if err := f(1); err != nil {
			log.Print(err)
		}
	}()
}

type Pool struct{ wg sync.WaitGroup }

func (p *Pool) Start(f func()) { // want Start:"starts 0"
	p.wg.Add(1)
	go func() {
		defer p.wg.Done()
		f()
	}()
}

// By way of another one, that of a library too.
func Named(name string, f func()) { // want Named:"starts 1"
	log.Print(name)
	Go(f)
}

func Later(f func()) { // want Later:"starts 0"
	time.AfterFunc(time.Second, func() { f() })
}

// In another goroutine or in this one: which is not known.
func Maybe(async bool, f func()) {
	if async {
		go f()
		return
	}
	f()
}

// Again and again.
func Every(d time.Duration, f func()) {
	go func() {
		for range time.Tick(d) {
			f()
		}
	}()
}

func Many(n int, f func()) {
	for range n {
		go f()
	}
}

// Kept, handed on, run when something else ends.
var hooks []func()

func Hook(f func()) { hooks = append(hooks, f) }

func Hand(f func(), to func(func())) { go to(f) } // want Hand:"starts 1"

func After(f func()) {
	go func() {
		defer func() { f() }()
		log.Print("working")
	}()
}

func All(fs ...func()) {
	go fs[0]()
}

func internal(f func()) { go f() } // unexported: known in here alone

func Through(f func()) { internal(f) } // want Through:"starts 0"
