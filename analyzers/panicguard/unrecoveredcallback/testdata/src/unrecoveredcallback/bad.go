package unrecoveredcallback

import (
	"log"
	"sync"
)

// All runs the steps, and returns when they have ended.
func All(steps []func()) {
	defer func() {
		if r := recover(); r != nil {
			log.Print(r)
		}
	}()
	var wg sync.WaitGroup
	for _, step := range steps {
		wg.Add(1)
		go func() { // want `a panic in step crashes the process: the recover deferred at line 10 is in another goroutine`
			defer wg.Done()
			step()
		}()
	}
	wg.Wait()
}

type plugin interface{ Load(path string) }

func load(p plugin, path string) {
	defer caught(path)
	done := make(chan struct{})
	go func() { // want `a panic in p.Load crashes the process`
		defer close(done)
		p.Load(path)
	}()
	<-done
}

func caught(path string) {
	if r := recover(); r != nil {
		log.Print(path, r)
	}
}
