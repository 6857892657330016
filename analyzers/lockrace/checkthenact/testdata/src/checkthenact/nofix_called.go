package checkthenact

import "sync"

// The test is in one function, and the store in another, which does not test again.
type lobby struct {
	mu    sync.RWMutex
	rooms map[string]*room
	disk  disk
}

type room struct {
	id   string
	stop chan struct{}
}

type disk interface {
	Load(id string) (*room, error)
}

func (l *lobby) Enter(id string) (*room, error) {
	l.mu.RLock()
	r, ok := l.rooms[id]
	l.mu.RUnlock()
	if ok {
		return r, nil
	}
	kept, err := l.disk.Load(id)
	if err != nil {
		return nil, err
	}
	return l.initRoom(kept.id), nil // want `update of another goroutine may be lost: l.initRoom stores l.rooms because of the test at line 23, and l.mu was released after that test`
}

func (l *lobby) initRoom(id string) *room {
	r := &room{id, make(chan struct{})}
	l.mu.Lock()
	l.rooms[id] = r
	l.mu.Unlock()
	return r
}
