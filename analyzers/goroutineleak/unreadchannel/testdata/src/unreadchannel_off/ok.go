package unreadchannel_off

import (
	"github.com/IBM/sarama"
	"github.com/confluentinc/confluent-kafka-go/v2/kafka"
)

// The configuration switches the channel off.
func produce(brokers []string) (sarama.AsyncProducer, error) {
	cfg := sarama.NewConfig()
	cfg.Producer.Return.Errors = false
	return sarama.NewAsyncProducer(brokers, cfg)
}

func send(m *kafka.Message) error {
	p, err := kafka.NewProducer(&kafka.ConfigMap{"go.delivery.reports": false})
	if err != nil {
		return err
	}
	defer p.Close()
	return p.Produce(m, nil)
}
