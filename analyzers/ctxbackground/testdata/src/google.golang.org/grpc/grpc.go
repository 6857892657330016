// Package grpc stands for the real one.
package grpc

import "context"

type ServerStream interface {
	SetTrailer(md map[string][]string)
	Context() context.Context
	SendMsg(m any) error
	RecvMsg(m any) error
}

// A CallOption is what clients are called with.
type CallOption interface{ before() }
