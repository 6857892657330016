package jetstream

type Msg interface {
	Data() []byte
	Ack() error
	Nak() error
	Term() error
}
