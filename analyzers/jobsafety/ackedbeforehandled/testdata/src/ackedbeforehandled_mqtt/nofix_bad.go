// Package ackedbeforehandled_mqtt receives what devices send.
package ackedbeforehandled_mqtt

import (
	"context"
	"encoding/json"
	"log"
	"strings"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

type point struct {
	Device string
	Value  float64
}

type receiver struct {
	store func(ctx context.Context, p point) error
}

// A reading that cannot be stored does not come again.
func (r *receiver) reading(_ mqtt.Client, m mqtt.Message) {
	m.Ack() // want `message is lost when handling fails or the process exits: m\.Ack acknowledges m before r\.store handles it at line 33`
	parts := strings.Split(m.Topic(), "/")
	if len(parts) != 2 {
		return
	}
	p := point{Device: parts[1]}
	if err := json.Unmarshal(m.Payload(), &p.Value); err != nil {
		return
	}
	if err := r.store(context.Background(), p); err != nil {
		log.Print(err)
	}
}
