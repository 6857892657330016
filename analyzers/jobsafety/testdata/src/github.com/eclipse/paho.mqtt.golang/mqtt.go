// Package mqtt is a stub.
package mqtt

type Message interface {
	Topic() string
	Payload() []byte
	Ack()
}

type Token interface{ Error() error }

type Client interface {
	Publish(topic string, qos byte, retained bool, payload any) Token
}
