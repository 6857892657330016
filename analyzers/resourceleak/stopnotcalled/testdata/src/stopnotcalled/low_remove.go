package stopnotcalled

type oldest interface {
	Take() (data []byte, remove func() error, err error)
}

// It may be called when the work is done, and only then.
func replayOldest(o oldest, send func([]byte) error) error {
	data, remove, err := o.Take()
	if err != nil {
		return err
	}
	if err := send(data); err != nil {
		return err // want `remove is not called on this return.*low confidence: what is returned may hold nothing but memory`
	}
	return remove()
}
