package callbackwaits_setting

import mqtt "github.com/eclipse/paho.mqtt.golang"

// The setting may be either.
func connect(ordered bool, work func([]byte) []byte) mqtt.Client {
	client := mqtt.NewClient(mqtt.NewClientOptions().SetOrderMatters(ordered))
	client.Subscribe("jobs", 1, func(c mqtt.Client, m mqtt.Message) {
		c.Publish("results", 1, false, work(m.Payload())).Wait() // want `deadlock: .* waits for an acknowledgement`
	})
	return client
}
