package unlockedaccess

import "sync"

// Who takes the lock has waited for the Once, and so for the write in it.
type keyed struct {
	once  sync.Once
	mu    sync.Mutex
	locks map[string]*sync.Mutex
}

func (k *keyed) lock(key string) *sync.Mutex {
	k.once.Do(func() { k.locks = make(map[string]*sync.Mutex) })
	k.mu.Lock()
	defer k.mu.Unlock()
	l, ok := k.locks[key]
	if !ok {
		l = new(sync.Mutex)
		k.locks[key] = l
	}
	return l
}
