package callbackwaits

import (
	"log"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// What the error is answered with is for the author to say.
func reported(o *mqtt.ClientOptions) {
	o.SetDefaultPublishHandler(func(c mqtt.Client, m mqtt.Message) {
		if token := c.Unsubscribe(m.Topic()); token.Wait() && token.Error() != nil { // want `deadlock: token.Wait waits for an acknowledgement`
			log.Print(token.Error())
		}
	})
}
