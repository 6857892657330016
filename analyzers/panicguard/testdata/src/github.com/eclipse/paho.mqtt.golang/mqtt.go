// Package mqtt is a stub.
package mqtt

type Message interface {
	Topic() string
	Payload() []byte
}

type MessageHandler func(Client, Message)

type Token interface{ Error() error }

type Client interface {
	Subscribe(topic string, qos byte, callback MessageHandler) Token
}
