// Package kafka is a stub.
package kafka

type Event interface{ String() string }

type TopicPartition struct{}

type Message struct {
	TopicPartition TopicPartition
	Value          []byte
}

func (*Message) String() string { return "" }

type Error struct{}

func (Error) String() string { return "" }

type Consumer struct{}

func (*Consumer) Poll(ms int) Event                                  { return nil }
func (*Consumer) Commit() ([]TopicPartition, error)                  { return nil, nil }
func (*Consumer) CommitMessage(m *Message) ([]TopicPartition, error) { return nil, nil }
