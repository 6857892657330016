package taken

import (
	"context"

	"github.com/segmentio/kafka-go"
)

// A source is what the consumer knows of its reader.
type source interface {
	ReadMessage(ctx context.Context) (kafka.Message, error)
}

func drain(ctx context.Context, s source, store func([]byte) error) error {
	m, err := s.ReadMessage(ctx) // want `s.ReadMessage commits the offset before store handles it at line \d+`
	if err != nil {
		return err
	}
	return store(m.Value)
}

// Another client's message has the same name.
type mailbox interface {
	ReadMessage(ctx context.Context) (letter, error)
}

type letter struct{ Value []byte }

func collect(ctx context.Context, box mailbox, store func([]byte) error) error {
	m, err := box.ReadMessage(ctx)
	if err != nil {
		return err
	}
	return store(m.Value)
}
