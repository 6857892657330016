package callbackwaits_unordered

import mqtt "github.com/eclipse/paho.mqtt.golang"

// Each callback has a goroutine of its own.
func connect(work func([]byte) []byte) mqtt.Client {
	client := mqtt.NewClient(mqtt.NewClientOptions().SetOrderMatters(false))
	client.Subscribe("jobs", 1, func(c mqtt.Client, m mqtt.Message) {
		c.Publish("results", 1, false, work(m.Payload())).Wait()
	})
	return client
}
