package pooled

import (
	"context"
	"log"
	"net/http"

	"github.com/gin-gonic/gin"
	"google.golang.org/grpc"
)

func create(c *gin.Context) {
	go func() {
		log.Print("created by ", c.ClientIP()) // want `the goroutine started at line 13 may read or answer another request: the server reuses c when create returns`
	}()
	c.Status(http.StatusCreated)
}

type message struct{}

func (*message) ProtoReflect() {}

type UnimplementedMailServer struct{}

type mail struct {
	UnimplementedMailServer
	out sender
}

type sender interface {
	Send(ctx context.Context, to string) error
}

func (m *mail) Deliver(ctx context.Context, req *message) (*message, error) {
	go m.out.Send(ctx, "ann") // want `m.out.Send, in the goroutine started at line 35, is interrupted: ctx is canceled when Deliver returns`
	return &message{}, nil
}

func (m *mail) Watch(req *message, stream grpc.ServerStream) error {
	go m.out.Send(stream.Context(), "bob") // want `stream.Context\(\) is canceled when Watch returns`
	return nil
}
