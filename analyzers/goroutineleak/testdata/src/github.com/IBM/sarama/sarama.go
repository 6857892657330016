// Package sarama is a stub.
package sarama

type Config struct {
	Producer struct {
		Return struct{ Successes, Errors bool }
	}
}

func NewConfig() *Config { return &Config{} }

type ProducerMessage struct{ Topic string }

type ProducerError struct{ Err error }

type AsyncProducer interface {
	AsyncClose()
	Close() error
	Input() chan<- *ProducerMessage
	Successes() <-chan *ProducerMessage
	Errors() <-chan *ProducerError
}

func NewAsyncProducer(addrs []string, conf *Config) (AsyncProducer, error) { return nil, nil }
