package malformedinput

import (
	"encoding/json"
	"errors"
	"log"
	"net"
)

type keystroke struct {
	Kind int
	Data any
}

// readKeys takes the message apart: what it stores has the type that belongs to the kind.
func readKeys(dec *json.Decoder, k *keystroke) error {
	var raw json.RawMessage
	k.Data = &raw
	if err := dec.Decode(k); err != nil {
		return err
	}
	if k.Kind != 1 {
		return errors.New("unknown kind")
	}
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return err
	}
	k.Data = text
	return nil
}

func typed(conn net.Conn) {
	dec := json.NewDecoder(conn)
	go func() {
		for {
			var k keystroke
			if err := readKeys(dec, &k); err != nil {
				return
			}
			log.Print(k.Data.(string)) // want `k.Data.\(string\) panics`
		}
	}()
}
