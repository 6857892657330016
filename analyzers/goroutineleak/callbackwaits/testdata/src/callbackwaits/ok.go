package callbackwaits

import (
	"log"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// A goroutine waits.
func inGoroutine(client mqtt.Client) {
	client.Subscribe("jobs", 1, func(c mqtt.Client, m mqtt.Message) {
		token := c.Publish("results", 1, false, m.Payload())
		go func() {
			if token.Wait() && token.Error() != nil {
				log.Print(token.Error())
			}
		}()
	})
}

// Nothing is acknowledged at level 0, and the token of the subscription is awaited outside of the callback.
func unacknowledged(client mqtt.Client) error {
	token := client.Subscribe("jobs", 1, func(c mqtt.Client, m mqtt.Message) {
		c.Publish("results", 0, false, m.Payload()).Wait()
	})
	token.Wait()
	return token.Error()
}
