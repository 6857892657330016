// Package malformedinput_topics splits the topics of messages, of which its filters say how many parts they have.
package malformedinput_topics

import (
	"log"
	"strings"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

func listen(client mqtt.Client) mqtt.Token {
	return client.Subscribe("devices/+/state", 1, onState)
}

func onState(_ mqtt.Client, m mqtt.Message) {
	log.Printf("%s: %s", strings.Split(m.Topic(), "/")[1], m.Payload())
}
