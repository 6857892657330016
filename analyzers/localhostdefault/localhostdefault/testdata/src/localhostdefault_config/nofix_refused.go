package config

import "errors"

// Broker has to be somewhere: an empty address ends the program.
type Broker struct {
	URL string `yaml:"broker_url"`
}

func DefaultBroker() *Broker {
	return &Broker{URL: "amqp://localhost:5672"} // want `broker_url defaults to amqp://localhost:5672`
}

func (b *Broker) Validate() error {
	if len(b.URL) == 0 {
		return errors.New("broker_url must not be empty")
	}
	return nil
}
