package unlockedaccess_found

import "sync"

type task struct {
	name string
	err  error
	done chan struct{}
}

type queue struct {
	mu      sync.Mutex
	running map[string]*task
	list    []*task
}
