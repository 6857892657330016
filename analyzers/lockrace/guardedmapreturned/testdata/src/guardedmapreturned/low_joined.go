package guardedmapreturned

import "sync"

type joinedBatch struct {
	wg   sync.WaitGroup
	mu   sync.Mutex
	done map[string]int
}

// The goroutines that change the map have ended when it is returned; those of another call have not.
func (b *joinedBatch) Run(names []string) map[string]int {
	for _, name := range names {
		b.wg.Add(1)
		go b.one(name)
	}
	b.wg.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.done // want `concurrent map access ends the process: b.done is returned`
}

func (b *joinedBatch) one(name string) {
	defer b.wg.Done()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done[name]++
}
