package unreadchannel_kafka

import "github.com/confluentinc/confluent-kafka-go/v2/kafka"

type events struct{ producer *kafka.Producer }

func newEvents(brokers string) (*events, error) {
	p, err := kafka.NewProducer(&kafka.ConfigMap{"bootstrap.servers": brokers}) // want `kafka.Producer blocks when its reports of deliveries fill the channel, and Flush waits for them until its timeout: nothing receives from its channel Events`
	if err != nil {
		return nil, err
	}
	return &events{producer: p}, nil
}

func (e *events) send(m *kafka.Message) error { return e.producer.Produce(m, nil) }

func (e *events) close() {
	e.producer.Flush(5000)
	e.producer.Close()
}
