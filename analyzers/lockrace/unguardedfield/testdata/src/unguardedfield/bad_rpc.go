package unguardedfield

import "context"

type UnimplementedShelfServer struct{}

type putRequest struct{ title string }

type putReply struct{ copies int }

// A server answers each call in a goroutine of its own.
type shelf struct {
	UnimplementedShelfServer
	books map[string]int
}

func (s *shelf) Put(ctx context.Context, in *putRequest) (*putReply, error) {
	s.books[in.title]++ // want `concurrent map access ends the process: s.books is written by requests, which run concurrently, and no mutex guards it`
	return &putReply{}, nil
}
