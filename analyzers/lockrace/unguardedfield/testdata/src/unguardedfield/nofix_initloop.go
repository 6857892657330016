package unguardedfield

import "context"

type roomEvent struct{ id, name string }

// A roomStore keeps what its goroutine learns: a method called init that is started as one initializes nothing.
type roomStore struct{ rooms map[string]*roomEvent }

func NewRoomStore(events <-chan *roomEvent) *roomStore {
	s := &roomStore{rooms: make(map[string]*roomEvent)}
	go s.init(context.Background(), events)
	return s
}

func (s *roomStore) List() []roomEvent {
	list := make([]roomEvent, 0, len(s.rooms))
	for _, r := range s.rooms {
		list = append(list, *r)
	}
	return list
}

func (s *roomStore) init(ctx context.Context, events <-chan *roomEvent) {
	for {
		select {
		case e := <-events:
			s.rooms[e.id] = e // want `concurrent map access ends the process: s.rooms is written here and read by another goroutine at line 18, and no mutex guards it`
		case <-ctx.Done():
			return
		}
	}
}
