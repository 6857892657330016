package ackedbeforehandled_mqtt

import (
	"context"
	"encoding/json"
	"log"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// It is acknowledged at the end, whatever became of it: the broker has no other use for it.
func (r *receiver) deferred(_ mqtt.Client, m mqtt.Message) {
	defer m.Ack()
	if err := r.store(context.Background(), point{Device: m.Topic()}); err != nil {
		log.Print(err)
	}
}

// It is stored before.
func (r *receiver) stored(_ mqtt.Client, m mqtt.Message) {
	if err := r.store(context.Background(), point{Device: m.Topic()}); err != nil {
		log.Print(err)
		return
	}
	m.Ack()
}

// What follows makes an answer of it, and sends that.
func (r *receiver) hello(mq mqtt.Client, m mqtt.Message) {
	m.Ack()
	raw, err := json.Marshal(map[string]string{"topic": m.Topic()})
	if err != nil {
		return
	}
	mq.Publish("answers", 1, false, raw)
}
