// Package kafka is a stub.
package kafka

type ConfigMap map[string]any

type Event interface{ String() string }

type Message struct{ Value []byte }

type Producer struct{}

func NewProducer(conf *ConfigMap) (*Producer, error) { return &Producer{}, nil }

func (p *Producer) Produce(msg *Message, deliveryChan chan Event) error { return nil }
func (p *Producer) Events() chan Event                                  { return nil }
func (p *Producer) Flush(timeoutMs int) int                             { return 0 }
func (p *Producer) Close()                                              {}
