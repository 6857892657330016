package callbackwaits

import (
	mqtt "github.com/eclipse/paho.mqtt.golang"
)

func serve(client mqtt.Client, work func([]byte) []byte) {
	client.Subscribe("jobs", 1, func(c mqtt.Client, m mqtt.Message) {
		c.Publish("results", 1, false, work(m.Payload())).Wait() // want `deadlock: c.Publish\("results", 1, false, work\(m.Payload\(\)\)\).Wait waits for an acknowledgement that the client reads only when the callback registered at line 8 has returned`
	})
}

type bridge struct {
	client mqtt.Client
	level  byte
}

func (b *bridge) start() {
	b.client.AddRoute("in/#", b.forward)
}

// The wait is in a method that the callback calls.
func (b *bridge) forward(_ mqtt.Client, m mqtt.Message) {
	b.send("out/"+m.Topic(), m.Payload())
}

func (b *bridge) send(topic string, text []byte) {
	token := b.client.Publish(topic, b.level, false, text)
	token.Wait() // want `deadlock: token.Wait waits for an acknowledgement`
}
